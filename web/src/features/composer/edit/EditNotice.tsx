import { useTexts } from '../../../i18n/language.ts';
import { Button } from '../../../ui/Button.tsx';
import { Comparison } from './Comparison.tsx';
import styles from './EditNotice.module.css';
import { fieldNames } from './three-way.ts';
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
      {question && edit.comparing && (
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
