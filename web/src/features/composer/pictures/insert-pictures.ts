import { Fragment, type Node, type ResolvedPos, Slice } from '@tiptap/pm/model';
import { NodeSelection, Selection, TextSelection, type Transaction } from '@tiptap/pm/state';
import { dropPoint } from '@tiptap/pm/transform';

/** The nearest place behind the block at a position where a picture may stand. */
function behind($at: ResolvedPos, picture: Node): number {
  for (let depth = $at.depth; depth > 0; depth -= 1) {
    const position = $at.after(depth);
    const $position = $at.doc.resolve(position);
    if ($position.parent.canReplaceWith($position.index(), $position.index(), picture.type)) return position;
  }
  return $at.doc.content.size;
}

/** The block where a selection of words ends: not the next one, though its beginning may be the selection's end. */
function lastSelected({ $from, $to }: Selection): ResolvedPos {
  const endsBefore = $to.parentOffset === 0 && $to.pos > $from.pos && !$from.sameParent($to);
  return endsBefore ? $to.doc.resolve($to.before()) : $to;
}

/** Makes a gap between blocks at a caret and answers where it is; an empty line gives way. */
function gapAtCaret(tr: Transaction, $caret: ResolvedPos, picture: Node): number {
  const { parent, parentOffset } = $caret;
  const mayStand =
    $caret.depth > 0 && $caret.node(-1).canReplaceWith($caret.index(-1), $caret.index(-1), picture.type);
  const last = parentOffset === parent.content.size;
  if (!mayStand || last || parent.type.spec.code) return behind($caret, picture);
  if (parentOffset === 0) return $caret.before();
  tr.split($caret.pos);
  return tr.mapping.map($caret.pos, -1) + 1;
}

/**
 * Inserts pictures without taking anything out: at a caret, behind the block in which selected words end, or behind a
 * selected picture. Selected words stay selected; a caret goes behind the pictures, into a new line where there is none.
 */
export function insertPictures(tr: Transaction, pictures: readonly Node[]): void {
  const [picture] = pictures;
  if (!picture) return;
  const { selection } = tr;
  const isCaret = selection instanceof TextSelection && selection.empty;
  const { $from } = selection;
  const isEmptyLine = isCaret && $from.parent.content.size === 0 && $from.parent.type.name === 'paragraph';
  let position: number;
  if (isCaret) position = gapAtCaret(tr, $from, picture);
  else if (selection instanceof NodeSelection || $from.depth === 0) position = selection.to;
  else position = behind(lastSelected(selection), picture);

  tr.insert(position, [...pictures]);
  const end = position + pictures.reduce((size, { nodeSize }) => size + nodeSize, 0);
  if (!isCaret && !(selection instanceof NodeSelection)) return;
  const $end = tr.doc.resolve(end);
  if (!$end.nodeAfter?.isTextblock) {
    const line = tr.doc.type.schema.nodes.paragraph?.create();
    if (line) tr.insert(end, line);
  }
  tr.setSelection(Selection.near(tr.doc.resolve(end + 1)));
  if (isEmptyLine && position === $from.after()) tr.delete($from.before(), position);
}

/** Inserts pictures between the blocks nearest to a position, where somebody dropped them. */
export function dropPictures(tr: Transaction, pictures: readonly Node[], position: number): void {
  const slice = new Slice(Fragment.from(pictures), 0, 0);
  tr.insert(dropPoint(tr.doc, position, slice) ?? tr.doc.content.size, [...pictures]);
}

/** The pictures of what was pasted, or null where there is anything else in it. */
export function picturesOnly({ content }: Slice): Node[] | null {
  const pictures: Node[] = [];
  let other = false;
  content.descendants((node) => {
    if (node.type.name === 'image') pictures.push(node);
    else if (node.isLeaf && !(node.isText && !node.text?.trim())) other = true;
  });
  return other || pictures.length === 0 ? null : pictures;
}
