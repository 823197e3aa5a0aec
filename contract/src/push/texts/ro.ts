import type { PushTexts } from './en.ts';

export const ro: PushTexts = {
  message: 'Ți-a trimis un mesaj.',
  messages: { one: '{count} mesaj nou', few: '{count} mesaje noi', other: '{count} de mesaje noi' },
  postRichText: 'A publicat o postare nouă.',
  postGallery: 'A publicat imagini noi.',
  postVideo: 'A publicat un videoclip nou.',
  posts: { one: '{count} postare nouă', few: '{count} postări noi', other: '{count} de postări noi' },
  comment: 'A scris un comentariu.',
  comments: {
    one: '{count} comentariu nou',
    few: '{count} comentarii noi',
    other: '{count} de comentarii noi',
  },
  report: 'Un comentariu a fost raportat',
  reportFor: 'Motivul: {reason}',
  reports: { one: '{count} raportare nouă', few: '{count} raportări noi', other: '{count} de raportări noi' },
  waiting: 'Vrea un cont.',
  waitings: {
    one: '{count} persoană vrea un cont',
    few: '{count} persoane vor un cont',
    other: '{count} de persoane vor un cont',
  },
  reasonSpam: 'Spam',
  reasonInappropriate: 'Conținut nepotrivit',
  reasonHarassment: 'Hărțuire',
  reasonOther: 'Altceva',
};
