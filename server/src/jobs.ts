import { hourMs, minuteMs } from '@duet/contract/limits';
import { answerPasswordRequest } from './accounts/passwords/forgotten.ts';
import { Nightly } from './backup/nightly.ts';
import { saveWhenDue, verifyNewest } from './backup/repository/scheduled.ts';
import { verifyWhenDue } from './backup/verify.ts';
import { queueDigests } from './digest/queue.ts';
import { sendsMail } from './mail/mail.ts';
import { endOldMails, sendDue } from './mail/send.ts';
import { finishDeletions } from './media/discard.ts';
import type { Context } from './platform/context.ts';
import { type Job, periodic, worker } from './platform/jobs/job.ts';
import { deliverDue } from './push/deliver.ts';
import { convertNext } from './uploads/convert.ts';
import { removeStaleUploads } from './uploads/garbage-collection.ts';
import { removeOldViews } from './views/remove-old.ts';

/** What a server does by itself, beside answering. */
export function serverJobs(context: Context): Job[] {
  const { backupDir, backupTo } = context.config;
  const done = async (work: Promise<void>) => {
    await work;
    return true;
  };
  const jobs = [
    periodic('mediaGarbage', hourMs, (signal) => done(finishDeletions(context, signal))),
    // Without a bucket, uploads lie in the folder of the server that receives them.
    periodic('uploadGarbage', minuteMs, (signal) => done(removeStaleUploads(context, signal)), {
      scope: context.chunkObjects ? 'site' : 'process',
    }),
    periodic('viewGarbage', hourMs, (signal) => removeOldViews(context, signal)),
    worker('conversions', context.conversionWake, (signal) => convertNext(context, signal)),
    worker('notifications', context.deliveryWake, (signal) => deliverDue(context, signal)),
  ];
  if (sendsMail(context)) {
    jobs.push(
      worker('passwordRequests', context.passwordRequestWake, () => answerPasswordRequest(context)),
      worker('mails', context.mailWake, (signal) => sendDue(context, signal)),
      periodic('mailGarbage', hourMs, () => endOldMails(context)),
      periodic('digests', 10 * minuteMs, (signal) => queueDigests(context, signal)),
    );
  }
  if (backupTo !== null) {
    const nightly = new Nightly(context, backupTo, saveWhenDue);
    jobs.push(
      periodic('nightlyBackup', minuteMs, (signal) => nightly.run(signal)),
      periodic('backupTrial', hourMs, (signal) => verifyWhenDue(context, backupTo, signal, verifyNewest)),
    );
  }
  if (backupDir === null) return jobs;
  const nightly = new Nightly(context, backupDir);
  return [
    ...jobs,
    periodic('nightlyBackup', minuteMs, (signal) => nightly.run(signal)),
    periodic('backupTrial', hourMs, (signal) => verifyWhenDue(context, backupDir, signal)),
  ];
}
