import { isAccent, nearestAccent, paperColours, shadesOf } from '@duet/contract/site/accent';
import { useId } from 'react';
import { useTexts } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './AccentField.module.css';

interface AccentFieldProps {
  readonly accent: string;
  /** What the server said of it. */
  readonly fault: string | undefined;
  readonly onChange: (accent: string) => void;
}

const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

/** The one colour of the site, by the system's picker or as a code, as it shows in both themes. */
export function AccentField({ accent, fault, onChange }: AccentFieldProps) {
  const { t } = useTexts();
  const isWhole = isColour(accent);
  const colour = accent.toLowerCase();
  const reads = !isWhole || isAccent(colour);
  const said = isWhole && !reads ? t('site.accentFaint') : isWhole || !fault ? undefined : fault;
  return (
    <div className={styles.accent}>
      <TextField
        label={t('site.accent')}
        hint={t('site.accentHint')}
        error={said}
        value={accent}
        onChange={(event) => onChange(event.target.value.trim())}
        maxLength={7}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        name="accent"
        end={
          <input
            type="color"
            className={styles.picker}
            aria-label={t('site.accentPick')}
            value={isWhole ? colour : paperColours.light}
            onChange={(event) => onChange(event.target.value)}
          />
        }
      />
      {isWhole && !reads && <Suggestion colour={nearestAccent(colour)} onTake={onChange} />}
      {isWhole && reads && <Samples colour={colour} />}
    </div>
  );
}

function Suggestion({
  colour,
  onTake,
}: {
  readonly colour: string;
  readonly onTake: (colour: string) => void;
}) {
  const { t } = useTexts();
  const id = useId();
  return (
    <div className={styles.suggestion}>
      <span className={styles.swatch} style={{ background: colour }} aria-hidden />
      <p id={id}>{t('site.accentNearest', { colour })}</p>
      <Button variant="secondary" size="small" aria-describedby={id} onClick={() => onTake(colour)}>
        {t('site.accentTake')}
      </Button>
    </div>
  );
}

/** How the colour looks on the paper of each theme. */
function Samples({ colour }: { readonly colour: string }) {
  const { t } = useTexts();
  const shades = shadesOf(colour);
  return (
    <ul className={styles.samples} aria-label={t('site.accentSample')}>
      {(['light', 'dark'] as const).map((theme) => (
        <li key={theme} style={{ background: paperColours[theme], color: shades[theme] }}>
          <span style={{ background: shades[theme] }} aria-hidden />
          {t(theme === 'light' ? 'site.day' : 'site.night')}
        </li>
      ))}
    </ul>
  );
}
