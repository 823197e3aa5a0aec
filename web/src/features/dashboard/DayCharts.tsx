import type { DayFigures } from '@duet/contract/dashboard/shapes';
import { type PlainKey, useTexts } from '../../i18n/language.ts';
import shared from './Dashboard.module.css';
import styles from './DayCharts.module.css';

type Figure = 'views' | 'likes' | 'signUps';

const charts: readonly { readonly figure: Figure; readonly title: PlainKey }[] = [
  { figure: 'views', title: 'dashboard.views' },
  { figure: 'likes', title: 'dashboard.likes' },
  { figure: 'signUps', title: 'dashboard.signUps' },
];

/** Of the drawing; it is stretched to the room that there is. */
const size = { bar: 8, gap: 3, height: 64, least: 2 } as const;

/** Views, likes and sign-ups of the last days, a small chart each; the figures themselves for screen readers. */
export default function DayCharts({ days }: { readonly days: readonly DayFigures[] }) {
  const { t } = useTexts();
  return (
    <section className={shared.section} aria-label={t('dashboard.charts')}>
      <h2>{t('dashboard.charts')}</h2>
      <div className={styles.charts}>
        {charts.map(({ figure, title }) => (
          <DayChart key={figure} days={days} figure={figure} title={t(title)} />
        ))}
      </div>
      <p className={styles.note}>{t('dashboard.chartsNote')}</p>
    </section>
  );
}

interface DayChartProps {
  readonly days: readonly DayFigures[];
  readonly figure: Figure;
  readonly title: string;
}

function DayChart({ days, figure, title }: DayChartProps) {
  const { t, language } = useTexts();
  const total = days.reduce((sum, day) => sum + day[figure], 0);
  const most = Math.max(1, ...days.map((day) => day[figure]));
  const date = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const said = (day: string) => date.format(new Date(day));
  const step = size.bar + size.gap;
  return (
    <figure className={styles.chart} data-chart={figure}>
      <figcaption>
        <strong>{title}</strong>
        <span>{t('dashboard.chartTotal', { count: total })}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${days.length * step - size.gap} ${size.height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {days.map((day, at) => {
          const height = Math.max(size.least, (day[figure] / most) * size.height);
          return (
            <rect
              key={day.day}
              className={day[figure] > 0 ? styles.bar : styles.none}
              x={at * step}
              y={size.height - height}
              width={size.bar}
              height={height}
            >
              <title>{`${said(day.day)}: ${day[figure]}`}</title>
            </rect>
          );
        })}
      </svg>
      <p className={styles.span} aria-hidden="true">
        <span>{said(days[0]?.day ?? '')}</span>
        <span>{said(days.at(-1)?.day ?? '')}</span>
      </p>
      <table className="visually-hidden">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t('dashboard.chartDay')}</th>
            <th scope="col">{title}</th>
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.day}>
              <th scope="row">{said(day.day)}</th>
              <td>{day[figure]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
