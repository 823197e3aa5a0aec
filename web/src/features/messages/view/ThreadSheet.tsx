import { shownName } from '@duet/contract/accounts/shown-name';
import { Ban, CircleCheck, WifiOff } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { mediaAddress } from '../../../api/client.ts';
import { useTexts } from '../../../i18n/language.ts';
import { ActionMenu } from '../../../ui/ActionMenu.tsx';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Skeleton } from '../../../ui/Loading.tsx';
import { Pane } from '../../../ui/Pane.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { ErrorState } from '../../../ui/States.tsx';
import { useStore } from '../../../ui/store.ts';
import { useRefreshing } from '../refresh/use-refreshing.ts';
import type { Unsent } from '../thread/thread-state.ts';
import type { ThreadStore } from '../thread/thread-store.ts';
import { threadStoreOf } from '../thread/thread-stores.ts';
import { type Block, useBlock } from '../thread/use-block.ts';
import { WriteMessage } from '../write/WriteMessage.tsx';
import { UnsentBubble } from './Bubble.tsx';
import { MessageList } from './MessageList.tsx';
import styles from './Thread.module.css';

/** Who it is, as far as the inbox knows before the conversation is loaded. */
interface KnownPartner {
  readonly username: string;
  readonly displayName: string;
  readonly profilePicture: string | null;
}

interface ThreadSheetProps {
  readonly me: string;
  /** With whom, or null while it is closed. */
  readonly partnerId: string | null;
  /** Whether it stands beside the inbox, and not over it. */
  readonly beside: boolean;
  /** Whether going back changes the address to one without it. */
  readonly inAddress: boolean;
  readonly known: KnownPartner | undefined;
  readonly onClose: () => void;
}

/** A conversation over the inbox, or beside it. */
export function ThreadSheet({ partnerId, ...thread }: ThreadSheetProps) {
  // What was open stays to be seen while the sheet leaves.
  const last = useRef(partnerId);
  if (partnerId !== null) last.current = partnerId;
  if (last.current === null) return null;
  return <Thread key={last.current} {...thread} partnerId={last.current} open={partnerId !== null} />;
}

interface ThreadProps extends Omit<ThreadSheetProps, 'partnerId'> {
  readonly partnerId: string;
  readonly open: boolean;
}

function Thread({ me, partnerId, beside, inAddress, known, open, onClose }: ThreadProps) {
  const { t } = useTexts();
  const { store, state } = useThread(me, partnerId, open);
  const { partner, phase, failure } = state;
  const person = partner ?? known;
  const name = person ? shownName(person) : '';
  const picture = partner ? partner.profilePicture : known?.profilePicture;
  const block = useBlock(me, { id: partnerId, username: name }, open && phase === 'open');
  const isOpen = phase === 'open' && partner !== null;
  const isOffline = phase === 'offline';

  const frame = {
    onClose,
    title: name || t('shell.messages'),
    start: name && <Avatar name={name} src={picture && mediaAddress(picture)} size="small" />,
    heading: name ? <PartnerLink id={partnerId} name={name} /> : undefined,
    end: isOpen && <ThreadMenu name={name} block={block} />,
    // One place for both, so that the field stays, with its focus, when the network comes back.
    footer: (isOpen || isOffline) && (
      <Foot me={me} store={store} partner={isOpen ? partner : null} block={block} />
    ),
  };
  const content = (
    <>
      {phase === 'failed' && (
        <ErrorState message={failure ?? t('messages.loadFailed')} onRetry={() => store.reload()} />
      )}
      {phase === 'loading' && <ThreadSkeleton />}
      {isOffline && <OfflineThread unsent={state.unsent} store={store} />}
      {isOpen && (
        <InOpenSheet>
          <MessageList me={me} partner={partner} store={store} state={state} />
        </InOpenSheet>
      )}
    </>
  );
  if (beside)
    return (
      open && (
        <Pane {...frame} inAddress={inAddress}>
          {content}
        </Pane>
      )
    );
  return (
    <Sheet {...frame} open={open} inAddress={inAddress} size="tall" filled noticesAtTop>
      {content}
    </Sheet>
  );
}

/**
 * A dialog opens after what stands in it was put there. What measures itself has to wait for that, else a list that is
 * known already finds itself without any height, and asks for older messages to fill the screen.
 */
function InOpenSheet({ children }: { readonly children: ReactNode }) {
  const [open, setOpen] = useState(false);
  useLayoutEffect(() => setOpen(true), []);
  return open && children;
}

/** The name of whom one writes to; leads to their page. */
function PartnerLink({ id, name }: { readonly id: string; readonly name: string }) {
  return (
    <Link to={`/people/${encodeURIComponent(id)}`} className={styles.partner}>
      <bdi>{name}</bdi>
    </Link>
  );
}

function ThreadMenu({ name, block }: { readonly name: string; readonly block: Block }) {
  const { t } = useTexts();
  const action = {
    label: t(block.isBlocked ? 'messages.unblock' : 'messages.block', { username: name }),
    icon: block.isBlocked ? <CircleCheck size={20} aria-hidden /> : <Ban size={20} aria-hidden />,
    danger: !block.isBlocked,
    onSelect: () => void block.toggle(),
  };
  return <ActionMenu label={t('messages.options', { username: name })} actions={[action]} />;
}

type FootProps = Pick<Parameters<typeof MessageList>[0], 'me' | 'store'> & {
  /** Null where nobody can be asked. */
  readonly partner: Parameters<typeof MessageList>[0]['partner'] | null;
  readonly block: Block;
};

/** Where one writes, or why one cannot. */
function Foot({ me, store, partner, block }: FootProps) {
  const { t } = useTexts();
  if (partner?.deleted) return <p className={styles.note}>{t('messages.deletedNote')}</p>;
  if (!partner || !block.isBlocked) return <WriteMessage me={me} store={store} />;
  return (
    <div className={styles.note}>
      <p>{t('messages.blockedNote', { username: shownName(partner) })}</p>
      <Button variant="secondary" busy={block.busy} onClick={() => void block.toggle()}>
        {t('messages.unblockShort')}
      </Button>
    </div>
  );
}

/** A conversation and its state; kept fresh while it is open. */
function useThread(me: string, partnerId: string, open: boolean) {
  const store = threadStoreOf(me, partnerId);
  const state = useStore(store);
  useRefreshing(store.refresher, open);
  return { store, state };
}

const bubbles = [
  { width: '52%', own: false },
  { width: '38%', own: false },
  { width: '64%', own: true },
  { width: '30%', own: true },
  { width: '58%', own: false },
  { width: '46%', own: true },
];

/** A conversation that is still to come, in its shape. */
function ThreadSkeleton() {
  const { t } = useTexts();
  return (
    <div className={classes(styles.thread, styles.waiting)} aria-busy="true">
      <p role="status" className="visually-hidden">
        {t('messages.loading')}
      </p>
      {bubbles.map(({ width, own }) => (
        <div key={width} className={classes(styles.row, own && styles.own)}>
          <Skeleton width={width} className={styles.ghost} />
        </div>
      ))}
    </div>
  );
}

interface OfflineThreadProps {
  readonly unsent: readonly Unsent[];
  readonly store: ThreadStore;
}

/** A conversation that cannot be shown without a network: what is written here meanwhile, and what becomes of it. */
function OfflineThread({ unsent, store }: OfflineThreadProps) {
  const { t } = useTexts();
  return (
    <div className={styles.thread}>
      <div className={styles.box}>
        <div className={styles.content}>
          <p className={styles.offline} role="status">
            <WifiOff size={16} aria-hidden />
            {t('messages.offline')}
          </p>
          <ol className={styles.list}>
            {unsent.map((one) => (
              <UnsentBubble key={one.clientId} unsent={one} store={store} />
            ))}
          </ol>
        </div>
      </div>
    </div>
  );
}
