import type { counts as en } from '../en/counts.ts';
import type { TranslatedArea } from '../shape.ts';

export const counts: TranslatedArea<typeof en> = {
  countChanged: 'Între timp, altcineva a setat valoarea {extra}. Salvează din nou pentru a o pune pe a ta.',
  extraHint: 'Se adaugă la cele reale și le vede toată lumea.',
  extraLikes: 'Aprecieri suplimentare',
  extraViews: 'Vizualizări suplimentare',
  likesFailed: 'Actualizarea aprecierilor a eșuat: {error}',
  likesSaved: 'Aprecierile au fost setate.',
  shownLikes: 'Afișate tuturor',
  shownViews: 'Afișate tuturor',
  viewsFailed: 'Actualizarea vizualizărilor a eșuat: {error}',
  viewsSaved: 'Vizualizările au fost setate.',
};
