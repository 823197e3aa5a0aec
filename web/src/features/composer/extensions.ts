import { OrderedList } from '@tiptap/extension-list';
import { Placeholder } from '@tiptap/extensions';
import { type Extensions, wrappingInputRule } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { withScheme } from './link.ts';
import { Picture } from './pictures/picture-node.ts';
import type { PictureUploads } from './pictures/picture-uploads.ts';

/** The server's policy keeps no number to begin with: a list that is shown from 5 would be published from 1. */
const NumberedList = OrderedList.extend({
  addAttributes: () => ({}),
  addInputRules() {
    return [wrappingInputRule({ find: /^1\.\s$/, type: this.type })];
  },
});

/** What a post may hold: the tags that the server's HTML policy keeps, and nothing that it would drop. */
export const extensions = (placeholder: () => string, uploads: PictureUploads): Extensions => [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    orderedList: false,
    link: {
      openOnClick: false,
      autolink: true,
      linkOnPaste: true,
      defaultProtocol: 'https',
      protocols: ['mailto'],
      HTMLAttributes: { target: null, rel: null, class: null },
      isAllowedUri: (uri, { defaultValidate }) => defaultValidate(withScheme(uri)),
    },
  }),
  NumberedList,
  Picture.configure({ uploads }),
  Placeholder.configure({ placeholder }),
];
