import Image from '@tiptap/extension-image';
import { Placeholder } from '@tiptap/extensions';
import type { Extensions } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { withScheme } from './link.ts';

/** A picture with the size the server measured, so that nothing jumps while it loads. */
const Picture = Image.extend({
  addAttributes() {
    return { ...this.parent?.(), width: { default: null }, height: { default: null } };
  },
});

/** What a post may hold: the tags that the server's HTML policy keeps, and nothing that it would drop. */
export const extensions = (placeholder: () => string): Extensions => [
  StarterKit.configure({
    heading: { levels: [2, 3] },
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
  Picture.configure({ allowBase64: false }),
  Placeholder.configure({ placeholder }),
];
