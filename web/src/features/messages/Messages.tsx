import { lazy, useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useTexts } from '../../i18n/language.ts';
import { SheetPart } from '../../offline/SheetPart.tsx';
import { useTwoColumns } from '../../theme/media-queries.ts';
import { useOpenDialogs } from '../../ui/modal.ts';
import { Page } from '../../ui/Page.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { InboxHeading, InboxList } from './inbox/Inbox.tsx';
import { useInbox } from './inbox/use-inbox.ts';
import styles from './Messages.module.css';
import { ThreadSheet } from './view/ThreadSheet.tsx';

const NewMessage = lazy(() => import('./start/NewMessage.tsx'));

/** The inbox of a person, and the conversation that is open: beside it where there is room, else over it. */
export function Messages({ me }: { readonly me: string }) {
  const { t } = useTexts();
  const { onScreen, partnerId, fromInbox, open, close } = useOpenedThread(me);
  const [choosing, setChoosing] = useState(false);
  const beside = useBeside(partnerId !== null);
  const inbox = useInbox(me, { onScreen, openPartner: partnerId, beside });
  const row = inbox.rows?.find((one) => one.partnerId === partnerId);
  const known = row && {
    username: row.partnerUsername,
    displayName: row.partnerDisplayName,
    profilePicture: row.partnerProfilePicture,
  };
  const thread = (
    <ThreadSheet
      me={me}
      partnerId={partnerId}
      beside={beside}
      inAddress={fromInbox}
      known={known}
      onClose={close}
    />
  );
  return (
    <Page title={t('shell.messages')} ownHeading width={beside ? 'wide' : 'column'} onRefresh={inbox.refresh}>
      <div className={beside ? styles.beside : undefined}>
        <div className={styles.inbox}>
          <InboxHeading unread={inbox.unread} onNew={() => setChoosing(true)} />
          <InboxList me={me} inbox={inbox} openPartner={beside ? partnerId : null} onOpen={open} />
        </div>
        {beside && <div className={styles.conversation}>{partnerId ? thread : <NothingOpen />}</div>}
      </div>
      {choosing && (
        <SheetPart onClose={() => setChoosing(false)}>
          <NewMessage me={me} onClose={() => setChoosing(false)} onChoose={open} />
        </SheetPart>
      )}
      {!beside && thread}
    </Page>
  );
}

/**
 * Whether a conversation stands beside the inbox. While something lies over it, such as a question, it stays where it is,
 * however the window changes: a sheet that opened again would lie over that.
 */
function useBeside(isThreadOpen: boolean): boolean {
  const hasRoom = useTwoColumns();
  const [beside, setBeside] = useState(hasRoom);
  const isCovered = useOpenDialogs() > (isThreadOpen && !beside ? 1 : 0);
  useEffect(() => {
    if (!isCovered) setBeside(hasRoom);
  }, [isCovered, hasRoom]);
  return beside;
}

/** What stands beside the inbox until a conversation is chosen. */
function NothingOpen() {
  const { t } = useTexts();
  return (
    <div className={styles.none}>
      <EmptyState title={t('messages.chooseTitle')} text={t('messages.chooseText')} />
    </div>
  );
}

interface OpenedThread {
  /** Whether the inbox is the page that one is on. */
  readonly onScreen: boolean;
  readonly partnerId: string | null;
  /** Whether it was opened from the inbox: then going back to the inbox's own entry closes it. */
  readonly fromInbox: boolean;
  readonly open: (partnerId: string) => void;
  readonly close: () => void;
}

/** The address says which thread is open, so that back closes it and a reload opens it again: `/messages?to=…`. */
function useOpenedThread(me: string): OpenedThread {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const onScreen = pathname === '/messages';
  const to = onScreen ? new URLSearchParams(search).get('to') : null;
  const fromInbox = (state as { fromInbox?: boolean } | null)?.fromInbox === true;

  const open = useCallback(
    (partnerId: string) => {
      // Another one, beside the inbox: going back leads to the inbox's own entry as before.
      const isOther = new URLSearchParams(location.search).has('to');
      navigate(`/messages?to=${encodeURIComponent(partnerId)}`, {
        replace: isOther,
        state: { fromInbox: isOther ? fromInbox : true },
      });
    },
    [navigate, fromInbox],
  );
  const close = useCallback(() => {
    // Going back has closed it already.
    if (!new URLSearchParams(location.search).has('to')) return;
    if (fromInbox) navigate(-1);
    else navigate('/messages', { replace: true });
  }, [navigate, fromInbox]);

  return { onScreen, partnerId: to && to !== me ? to : null, fromInbox, open, close };
}
