import type { time as en } from '../en/time.ts';
import type { TranslatedArea } from '../shape.ts';

export const time: TranslatedArea<typeof en> = {
  now: 'chiar acum',
  recently: 'Recent',
  unknown: 'Dată necunoscută',
};
