import { type ReactNode, useId, useState } from 'react';
import { useTexts } from '../../../i18n/language.ts';
import { Button } from '../../../ui/Button.tsx';
import { usePageVisit } from '../../../ui/page-visit.ts';
import { Segments } from '../../../ui/Segments.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { RichHtml } from '../../posts/index.ts';
import { diffWithContext } from './blocks.ts';
import styles from './EditNotice.module.css';
import {
  type Choice,
  type Choices,
  type ComparedPicture,
  type Conflict,
  fieldName,
  fieldNames,
} from './three-way.ts';
import type { Edit } from './use-edit.ts';

interface EditNoticeProps {
  readonly edit: Pick<
    Edit<object, object>,
    'question' | 'comparing' | 'compare' | 'putOff' | 'resolve' | 'chooseAgain' | 'taken'
  >;
  /** The address of a gallery's picture by its path. */
  readonly pictureOf?: ((path: string) => string | null) | undefined;
}

/** Says above a form what became of the post meanwhile, and compares the versions. */
export function EditNotice({ edit, pictureOf }: EditNoticeProps) {
  const { t } = useTexts();
  const { question, chooseAgain, taken } = edit;
  // An answer may come when one is elsewhere already; the dialog would lie over that page.
  const { isShown } = usePageVisit();
  return (
    <>
      <div role="status">
        {question && (
          <div className={styles.notice}>
            <p>{t('composer.mergeText')}</p>
            <Button size="small" variant="secondary" onClick={edit.compare}>
              {t('composer.mergeCompare')}
            </Button>
          </div>
        )}
        {!question && taken.length > 0 && (
          <p className={styles.notice}>{t('composer.mergeTaken', { fields: fieldNames(taken, t) })}</p>
        )}
        {chooseAgain && (
          <div className={styles.notice}>
            <p>{t('composer.mergeChosen')}</p>
            <Button size="small" variant="secondary" onClick={chooseAgain}>
              {t('composer.mergeAgain')}
            </Button>
          </div>
        )}
      </div>
      {question && edit.comparing && isShown && (
        <Comparison
          conflicts={question.conflicts}
          pictureOf={pictureOf ?? (() => null)}
          onResolve={edit.resolve}
          onClose={edit.putOff}
        />
      )}
    </>
  );
}

interface ComparisonProps {
  readonly conflicts: readonly Conflict[];
  readonly pictureOf: (path: string) => string | null;
  /** Something was chosen for each. */
  readonly onResolve: (choices: Choices) => void;
  /** Put off: everything stays as it is. */
  readonly onClose: () => void;
}

const choiceTexts = {
  mine: 'composer.keepMine',
  theirs: 'composer.takeTheirs',
  together: 'composer.editTogether',
} as const;

/** Shows both versions of each field that was changed on both sides, to choose one or to bring them together. */
function Comparison({ conflicts, pictureOf, onResolve, onClose }: ComparisonProps) {
  const { t } = useTexts();
  const [choices, setChoices] = useState<Choices>(new Map());
  const missing = conflicts.some(({ field }) => !choices.has(field));
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('composer.mergeTitle')}
      footer={
        <div className={styles.foot}>
          <span>{missing && conflicts.length > 1 && t('composer.mergeChooseEach')}</span>
          <Button disabled={missing} onClick={() => onResolve(choices)}>
            {t('composer.mergeGoOn')}
          </Button>
        </div>
      }
    >
      <div className={styles.comparison}>
        <p>{t('composer.mergeText')}</p>
        {conflicts.map((conflict) => (
          <Compared
            key={conflict.field}
            conflict={conflict}
            pictureOf={pictureOf}
            choice={choices.get(conflict.field)}
            onChoose={(choice) => setChoices(new Map(choices).set(conflict.field, choice))}
          />
        ))}
      </div>
    </Sheet>
  );
}

interface ComparedProps extends Pick<ComparisonProps, 'pictureOf'> {
  readonly conflict: Conflict;
  readonly choice: Choice | undefined;
  readonly onChoose: (choice: Choice) => void;
}

function Compared({ conflict, choice, onChoose, pictureOf }: ComparedProps) {
  const { t } = useTexts();
  const heading = useId();
  const name = fieldName(conflict.label, t);
  const sides = [
    ['mine', 'composer.mergeMine'],
    ['theirs', 'composer.mergeTheirs'],
  ] as const;
  return (
    <section className={styles.field} aria-labelledby={heading}>
      <h3 id={heading}>{name}</h3>
      <div className={styles.sides}>
        {sides.map(([side, label]) => (
          <div key={side} className={styles.side} data-chosen={choice === side || choice === 'together'}>
            <h4>{t(label)}</h4>
            <Side conflict={conflict} side={side} pictureOf={pictureOf} />
          </div>
        ))}
      </div>
      <Segments<Choice | ''>
        label={name}
        labelHidden
        value={choice ?? ''}
        options={conflict.choices.map((value) => ({ value, label: t(choiceTexts[value]) }))}
        onChange={(value) => value && onChoose(value)}
      />
    </section>
  );
}

interface SideProps extends Pick<ComparedProps, 'conflict' | 'pictureOf'> {
  readonly side: 'mine' | 'theirs';
}

function Side({ conflict: { shown }, side, pictureOf }: SideProps): ReactNode {
  const { t } = useTexts();
  if (shown.kind === 'pictures') return <Pictures pictures={shown[side]} pictureOf={pictureOf} />;
  if (shown[side] === '') return <p className={styles.empty}>{t('composer.mergeEmpty')}</p>;
  if (shown.kind === 'text')
    return (
      <p className={styles.text} dir="auto">
        {shown[side]}
      </p>
    );
  const parts = diffWithContext(shown.mine, shown.theirs, side);
  if (parts.length === 0) return <p className={styles.empty}>{t('composer.mergeEmpty')}</p>;
  return parts.map((html, at) =>
    html === null ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
      <p key={at} className={styles.empty} title={t('composer.mergeMore')}>
        …
      </p>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
      <RichHtml key={at} html={html} />
    ),
  );
}

interface PicturesProps extends Pick<ComparedProps, 'pictureOf'> {
  readonly pictures: readonly ComparedPicture[];
}

function Pictures({ pictures, pictureOf }: PicturesProps) {
  return (
    <ol className={styles.pictures}>
      {pictures.map(({ path, alt }) => (
        <li key={path}>
          <img src={pictureOf(path) ?? undefined} alt={alt} />
          {alt && <span>{alt}</span>}
        </li>
      ))}
    </ol>
  );
}
