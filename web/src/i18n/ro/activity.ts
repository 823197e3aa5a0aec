import type { activity as en } from '../en/activity.ts';
import type { TranslatedArea } from '../shape.ts';

export const activity: TranslatedArea<typeof en> = {
  all: 'Toată activitatea',
  comment: 'a comentat',
  commentDislike: 'nu a apreciat un comentariu',
  commentLike: 'a apreciat un comentariu',
  comments: 'Doar comentarii',
  emptyText: 'Ce scriu și apreciază oamenii va apărea aici.',
  emptyTitle: 'Încă nicio activitate',
  failed: 'Activitatea nu a putut fi încărcată',
  filter: 'Ce se arată',
  like: 'a apreciat o postare',
  list: 'Activitate recentă',
  loading: 'Se încarcă activitatea',
  more: 'Arată mai vechi',
  openPost: 'Deschide postarea',
  title: 'Activitate recentă',
};
