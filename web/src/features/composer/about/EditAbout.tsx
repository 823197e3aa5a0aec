import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Editor as TiptapEditor } from '@tiptap/react';
import { Suspense, useId, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { failureText } from '../../../api/failure.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useTexts } from '../../../i18n/language.ts';
import { useUser } from '../../../session/session.ts';
import { Spinner } from '../../../ui/Loading.tsx';
import { useGoBack } from '../../../ui/Page.tsx';
import { ErrorState } from '../../../ui/States.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { sameHtml } from '../edit/blocks.ts';
import { EditNotice } from '../edit/EditNotice.tsx';
import { PostForm } from '../form/PostForm.tsx';
import { useFormRounds } from '../form/use-form-rounds.ts';
import { Editor, EditorSkeleton, useShownContent } from '../text/RichTextFields.tsx';
import styles from './EditAbout.module.css';
import { type AboutVersion, readAbout, useAboutEdit } from './use-about-edit.ts';

/** Loads what the couple tells of itself, and edits it. */
export function EditAbout() {
  const { t } = useTexts();
  const user = useUser();
  const { round, end } = useFormRounds();
  const opening = useId();
  const { data, error, isFetching, refetch } = useQuery({
    // Never from the cache, where an answer stays for a moment after its page: what is edited must be what is stored now.
    queryKey: [...queryKeys.editedAbout, opening, round],
    queryFn: ({ signal }) => readAbout(signal),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data && user) return <Form key={round} loaded={data} userId={user._id} onOver={end} />;
  if (!error) return <Spinner label={t('about.loading')} />;
  return (
    <ErrorState
      message={failureText(error, t('about.loadFailed'))}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  );
}

interface FormProps {
  readonly loaded: AboutVersion;
  readonly userId: string;
  /** The changes were saved or thrown away. */
  readonly onOver: () => void;
}

function Form({ loaded, userId, onOver }: FormProps) {
  const { t } = useTexts();
  const cache = useQueryClient();
  const goBack = useGoBack();
  const navigate = useNavigate();
  const editor = useRef<TiptapEditor>(null);
  // The editor writes HTML its own way: what it makes of a story that nobody touched is that story.
  const untouched = useRef({ html: '', stands: '' });

  const edit = useAboutEdit({
    loaded,
    userId,
    onSaved: (isReplaced) => {
      onOver();
      void cache.invalidateQueries({ queryKey: queryKeys.about });
      if (!isReplaced && location.pathname === '/about/edit') navigate('/about', { replace: true });
    },
    onFilled: ({ story }) => {
      const shown = editor.current;
      if (!shown || shown.isDestroyed || sameHtml(story, shown.getHTML())) return;
      shown.commands.setContent(story, { emitUpdate: false });
      untouched.current = { html: shown.getHTML(), stands: story };
    },
  });
  const { local } = edit;
  useShownContent(editor.current, local.draft.story, local.takenOver);

  function ready(made: TiptapEditor): void {
    editor.current = made;
    untouched.current = { html: made.getHTML(), stands: local.now().story };
  }

  function changeStory(html: string): void {
    const { html: same, stands } = untouched.current;
    local.change({ story: html === same ? stands : html });
  }

  function discard(): void {
    local.forget();
    onOver();
    goBack();
  }

  return (
    <PostForm
      label={t('about.edit')}
      notice={<EditNotice edit={{ ...edit, chooseAgain: null }} />}
      changed={edit.changed}
      keptText={t(local.kept ? 'composer.savedHere' : 'about.notKept')}
      discard={{ title: t('composer.discardTitle'), text: t('about.discardBody'), run: discard }}
      submit={{
        label: t(edit.saving ? 'composer.saving' : 'composer.save'),
        disabled: false,
        unchosen: !edit.changed,
        busy: edit.saving,
        run: () => void edit.save(),
      }}
    >
      {({ disabled, actions }) => (
        <div className={styles.fields} inert={disabled}>
          <TextField
            label={t('about.since')}
            hint={t('about.sinceHint')}
            error={edit.faults.since}
            type="date"
            name="since"
            min="1900-01-01"
            className={styles.since}
            value={local.draft.since}
            onChange={(event) => local.change({ since: event.target.value })}
          />
          <Suspense fallback={<EditorSkeleton />}>
            <Editor
              label={t('about.story')}
              placeholder={t('about.storyPlaceholder')}
              content={local.draft.story}
              pictures={null}
              onReady={ready}
              onChange={changeStory}
            />
          </Suspense>
          {actions}
        </div>
      )}
    </PostForm>
  );
}
