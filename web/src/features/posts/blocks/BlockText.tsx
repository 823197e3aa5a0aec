import type { Post, PostMedia } from '@duet/contract/posts/shapes';
import type { Block, ListItem } from '@duet/contract/posts/text/blocks';
import { blocksLength, cutBlocks } from '@duet/contract/posts/text/cut-blocks';
import { escapeHtml } from '@duet/contract/posts/text/html-text';
import { useMemo } from 'react';
import { headingDepths, headingTag } from '../text/heading-depth.ts';
import { Preview } from '../text/Preview.tsx';
import { RichHtml } from '../text/RichHtml.tsx';
import { useReveal } from '../text/use-reveal.ts';
import { readBlocks } from './read-blocks.ts';

interface BlockTextProps {
  readonly post: Post;
  readonly whole: boolean;
}

/** A text of block JSON, each block by a component of its own. */
export default function BlockText({ post, whole }: BlockTextProps) {
  const blocks = useMemo(() => readBlocks(post.content), [post.content]);
  const length = useMemo(() => blocksLength(blocks), [blocks]);
  const revealed = useReveal(length, post.contentTruncated ?? false, whole);
  const { max } = revealed;
  const shown = useMemo(() => (max === null ? blocks : cutBlocks(blocks, max)), [blocks, max]);
  const depths = useMemo(() => depthsOf(shown), [shown]);
  return (
    <Preview revealed={revealed} whole={whole}>
      <div className="rich-text">
        {shown.map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no names and never move
          <BlockView key={index} block={block} post={post} depth={depths.get(block) ?? 1} />
        ))}
      </div>
    </Preview>
  );
}

function depthsOf(blocks: readonly Block[]): ReadonlyMap<Block, number> {
  const headers = blocks.filter((block) => block.type === 'header');
  const depths = headingDepths(headers.map(({ data }) => data.level));
  return new Map(headers.map((header, index) => [header, depths[index] ?? 1]));
}

interface BlockViewProps {
  readonly block: Block;
  readonly post: Post;
  /** Of a heading: how deep it stands below the post's own. */
  readonly depth: number;
}

function BlockView({ block, post, depth }: BlockViewProps) {
  switch (block.type) {
    case 'paragraph':
      return (
        <p dir="auto">
          <RichHtml html={block.data.text} inline />
        </p>
      );
    case 'header': {
      const Heading = headingTag(depth);
      return (
        <Heading dir="auto">
          <RichHtml html={block.data.text} inline />
        </Heading>
      );
    }
    case 'list':
      return <Items items={block.data.items} ordered={block.data.style === 'ordered'} />;
    case 'quote':
      return (
        <blockquote dir="auto">
          <RichHtml html={block.data.text} inline />
          {block.data.caption && (
            <footer>
              <RichHtml html={block.data.caption} inline />
            </footer>
          )}
        </blockquote>
      );
    case 'code':
      return (
        <pre>
          <code>{block.data.code}</code>
        </pre>
      );
    case 'image':
      return <BlockPicture {...block.data} media={post.media ?? []} />;
    case 'delimiter':
      return <hr />;
  }
}

function Items({ items, ordered }: { readonly items: readonly ListItem[]; readonly ordered: boolean }) {
  const List = ordered ? 'ol' : 'ul';
  return (
    <List dir="auto">
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no names and never move
        <li key={index} dir="auto">
          <RichHtml html={item.content} inline />
          {item.items.length > 0 && <Items items={item.items} ordered={ordered} />}
        </li>
      ))}
    </List>
  );
}

interface BlockPictureProps {
  readonly file: { readonly url: string };
  /** Inline HTML. */
  readonly caption: string;
  readonly alt: string;
  /** The pictures of the post, as far as they are known. */
  readonly media: readonly PostMedia[];
}

/** A picture among blocks; it goes the way of every picture in a text. */
function BlockPicture({ file, caption, alt, media }: BlockPictureProps) {
  return (
    <figure>
      <RichHtml html={`<img src="${escapeHtml(file.url)}" alt="${escapeHtml(alt)}">`} media={media} />
      {caption && (
        <figcaption dir="auto">
          <RichHtml html={caption} inline />
        </figcaption>
      )}
    </figure>
  );
}
