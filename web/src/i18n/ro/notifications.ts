import type { notifications as en } from '../en/notifications.ts';
import type { TranslatedArea } from '../shape.ts';

export const notifications: TranslatedArea<typeof en> = {
  deviceOff: 'Acest dispozitiv încă nu te anunță.',
  deviceOn: 'Acest dispozitiv te anunță.',
  failed: 'Notificările nu au putut fi pornite aici. Încearcă din nou.',
  hint: 'Pentru mesaje noi.',
  hintAdmin: 'Pentru mesaje, comentarii și raportări noi.',
  refused:
    'Dezactivate pe acest dispozitiv: browserul nu lasă {site} să te anunțe. Ca să permiți, deschide setările site-ului de lângă adresă și alege „Permite” la notificări.',
  posts: 'Și pentru postări noi',
  text: 'Arată ce s-a scris',
  textHint: 'Cuvintele apar atunci și pe ecranul blocat.',
  title: 'Notificări',
  turnOff: 'Oprește aici',
  turnOn: 'Pornește aici',
  unsupported:
    'Acest browser nu te poate anunța. Pe iPhone sau iPad, adaugă mai întâi {site} pe ecranul principal.',
};
