import type { AuditLine } from '@duet/contract/audit/shapes';
import type { T } from '../../i18n/language.ts';

/** What a line says, as a sentence. An action that this app does not know stands as it is. */
export function sentenceOf({ action, actor, subject, details, address }: AuditLine, t: T): string {
  const unknown = t(address === '' ? 'audit.commandLine' : 'audit.guest');
  const who = actor ? (actor.username ?? t('audit.somebody')) : unknown;
  const whom = subject?.username ?? t('audit.nobody');
  const names = { actor: who, subject: whom };
  const own = actor !== null && actor._id === subject?._id;
  switch (action) {
    case 'login':
      return t('audit.signedIn', names);
    case 'login.failed':
      return t('audit.signInFailed', names);
    case 'logout':
      return t('audit.signedOut', names);
    case 'sessions.end':
      return own ? t('audit.sessionsEnded', names) : t('audit.sessionsEndedFor', names);
    case 'register':
      return t('audit.registered', names);
    case 'setup':
      return t('audit.setUp', names);
    case 'password':
      return own ? t('audit.ownPassword', names) : t('audit.passwordSet', names);
    case 'password.link':
      return t('audit.passwordLink', names);
    case 'password.forgotten':
      return t('audit.passwordForgotten', names);
    case 'secondStep.on':
      return t('audit.secondStepOn', names);
    case 'secondStep.off':
      return own ? t('audit.secondStepOff', names) : t('audit.secondStepOffFor', names);
    case 'secondStep.recoveryCodes':
      return t('audit.recoveryCodes', names);
    case 'secondStep.require':
      return t('audit.secondStepRequired', names);
    case 'secondStep.release':
      return t('audit.secondStepReleased', names);
    case 'passkey.add':
      return t('audit.passkeyAdded', names);
    case 'passkey.remove':
      return own ? t('audit.passkeyRemoved', names) : t('audit.passkeysRemovedFor', names);
    case 'passkey.cloned':
      return t('audit.passkeyCloned', names);
    case 'token.create':
      return t('audit.tokenCreated', names);
    case 'token.revoke':
      return t('audit.tokenRevoked', names);
    case 'role':
      return details.role === 'admin' ? t('audit.roleAdmin', names) : t('audit.roleUser', names);
    case 'user.create':
      return t('audit.userCreated', names);
    case 'user.rename':
      return own ? t('audit.ownRenamed', names) : t('audit.userRenamed', names);
    case 'user.username':
      return t('audit.ownUsername', names);
    case 'email':
      return t('audit.ownEmail', names);
    case 'email.asked':
      return t('audit.ownEmailAsked', names);
    case 'email.verified':
      return t('audit.ownEmailVerified', names);
    case 'user.approve':
      return t('audit.userApproved', names);
    case 'user.decline':
      return t('audit.userDeclined', names);
    case 'invitation.create':
      return t('audit.invitationCreated', names);
    case 'invitation.revoke':
      return t('audit.invitationRevoked', names);
    case 'user.delete':
      return own ? t('audit.ownDeleted', names) : t('audit.userDeleted', names);
    case 'user.restore':
      return t('audit.userRestored', names);
    case 'post.delete':
      return details.owner === actor?._id ? t('audit.ownPostDeleted', names) : t('audit.postDeleted', names);
    case 'post.likes':
      return t('audit.likesSet', names);
    case 'post.views':
      return t('audit.viewsSet', names);
    case 'media.cleanup':
      return t('audit.mediaCleaned', names);
    case 'drafts.cleanup':
      return t('audit.draftsCleaned', names);
    case 'comment.delete':
      return t('audit.commentDeleted', names);
    case 'report.keep':
      return t('audit.reportKept', names);
    case 'report.delete':
      return t('audit.reportDeleted', names);
    case 'backup':
      return t('audit.backedUp');
    case 'backup.failed':
      return t('audit.backupFailed');
    case 'restore':
      return t('audit.restored', names);
    case 'site':
      return t('audit.siteChanged', names);
    case 'limit.trip':
      return t('audit.limitTripped', names);
    case 'access.denied':
      return t('audit.accessDenied', names);
    default:
      return t('audit.unknownAction', { actor: who, action });
  }
}
