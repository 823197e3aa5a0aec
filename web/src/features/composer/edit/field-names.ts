import type { T } from '../../../i18n/language.ts';
import type { FieldLabel } from './three-way.ts';

/** A field as a person knows it. */
export const fieldName = ({ key, number = 0 }: FieldLabel, t: T): string =>
  key === 'composer.mergeAlt' ? t(key, { number }) : t(key);

/** Several of them, each once. */
export const fieldNames = (labels: readonly FieldLabel[], t: T): string =>
  [...new Set(labels.map((label) => fieldName(label, t)))].join(', ');
