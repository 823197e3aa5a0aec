import { Node, type NodeViewRenderer, ReactNodeViewRenderer } from '@tiptap/react';
import { ownPicture } from '../form/picture-urls.ts';
import { dropPictures, insertPictures } from './insert-pictures.ts';
import { PicturePlace } from './PicturePlace.tsx';
import type { PictureAttributes, PictureUploads } from './picture-uploads.ts';

interface PictureOptions {
  readonly uploads: PictureUploads;
}

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    image: {
      /** Inserts pictures where the selection is, or at a position, and takes nothing out (`insert-pictures.ts`). */
      insertPictures: (pictures: readonly Partial<PictureAttributes>[], at?: number) => ReturnType;
    };
  }
}

const numberOf = (name: string) => ({
  default: null,
  parseHTML: (element: HTMLElement) => Number.parseInt(element.getAttribute(name) ?? '', 10) || null,
});

/**
 * A picture of a post: stored, on its way, or missing. An address that the server would drop from the post never gets in:
 * such a picture is missing, and its place asks for it.
 */
export const Picture = Node.create<PictureOptions>({
  name: 'image',
  group: 'block',
  draggable: true,
  atom: true,

  addAttributes() {
    return {
      src: { default: null, parseHTML: (element) => ownPicture(element.getAttribute('src') ?? '') },
      upload: {
        default: null,
        parseHTML: (element) => element.getAttribute('data-upload') || null,
        renderHTML: ({ upload }) => (upload ? { 'data-upload': upload } : {}),
      },
      alt: { default: '', parseHTML: (element) => element.getAttribute('alt') ?? '' },
      width: numberOf('width'),
      height: numberOf('height'),
    };
  },

  parseHTML: () => [{ tag: 'img' }],

  renderHTML({ node, HTMLAttributes }) {
    const missing = node.attrs.src || node.attrs.upload ? {} : { 'data-missing': '' };
    return ['img', { ...HTMLAttributes, ...missing }];
  },

  addCommands() {
    return {
      insertPictures:
        (pictures, at) =>
        ({ tr }) => {
          const nodes = pictures.map((attributes) => this.type.create(attributes));
          if (at === undefined) insertPictures(tr, nodes);
          else dropPictures(tr, nodes, at);
          return true;
        },
    };
  },

  addNodeView(): NodeViewRenderer {
    const place = ReactNodeViewRenderer(PicturePlace, {
      // A stored picture is shown by the plain element, as it will be in the post.
      update: ({ newNode, updateProps }) => {
        if (newNode.attrs.src) return false;
        updateProps();
        return true;
      },
      stopEvent: ({ event }) => event.target instanceof Element && event.target.closest('button') !== null,
    });
    return (props) => {
      if (!props.node.attrs.src) return place(props);
      const dom = document.createElement('img');
      for (const [name, value] of Object.entries(props.HTMLAttributes))
        if (value !== null && value !== undefined) dom.setAttribute(name, String(value));
      return { dom };
    };
  },
});
