import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../i18n/language.ts';
import { Page } from '../../ui/Page.tsx';
import { InboxHeading } from './inbox/InboxHeading.tsx';
import { InboxList } from './inbox/InboxList.tsx';
import { useInbox } from './inbox/use-inbox.ts';
import { useOpenedThread } from './inbox/use-opened-thread.ts';
import { ThreadSheet } from './view/ThreadSheet.tsx';

const NewMessage = lazy(() => import('./start/NewMessage.tsx'));

/** The inbox of a person, and the conversation that is open over it. */
export function Messages({ me }: { readonly me: string }) {
  const { t } = useTexts();
  const { onScreen, partnerId, fromInbox, open, close } = useOpenedThread(me);
  const [choosing, setChoosing] = useState(false);
  const inbox = useInbox(me, onScreen, partnerId);
  const row = inbox.rows?.find((one) => one.partnerId === partnerId);
  const known = row && {
    username: row.partnerUsername,
    displayName: row.partnerDisplayName,
    profilePicture: row.partnerProfilePicture,
  };
  return (
    <Page title={t('shell.messages')} ownHeading onRefresh={inbox.refresh}>
      <InboxHeading unread={inbox.unread} onNew={() => setChoosing(true)} />
      <InboxList me={me} inbox={inbox} onOpen={open} />
      {choosing && (
        <Suspense fallback={null}>
          <NewMessage me={me} onClose={() => setChoosing(false)} onChoose={open} />
        </Suspense>
      )}
      <ThreadSheet me={me} partnerId={partnerId} inAddress={fromInbox} known={known} onClose={close} />
    </Page>
  );
}
