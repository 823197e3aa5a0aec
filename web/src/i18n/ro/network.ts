import type { network as en } from '../en/network.ts';
import type { TranslatedArea } from '../shape.ts';

export const network: TranslatedArea<typeof en> = {
  back: 'Din nou online',
  kept: 'Ești fără conexiune. Așa arăta {when}.',
  lost: 'Fără conexiune',
  offline: 'Nu există conexiune. Verifică internetul și încearcă din nou.',
  timeout: 'Durează prea mult. Încearcă din nou.',
  unexpected: 'A apărut o eroare neașteptată',
};
