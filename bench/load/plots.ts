import { type Line, plot } from './plot.ts';
import type { Section } from './table.ts';

const titles: Readonly<Record<string, string>> = {
  feed: 'The feed',
  post: 'One post',
  comments: 'Comments',
  messages: 'Messages',
  account: 'Who am I',
  writes: 'Writing',
};

/** SVG files by name: what an answer costs the machine (one second by the rate) against the number of posts. */
export function plotsOf(sections: readonly Section[]): Map<string, string> {
  const files = new Map<string, string>();
  for (const [database, own] of Map.groupBy(sections, (section) => section.database)) {
    const groups = new Set(own.flatMap(({ figures }) => figures.map(({ row }) => row.group)));
    for (const group of groups) {
      const lines = linesOf(own, group);
      const name = database === 'sqlite' ? 'SQLite' : 'PostgreSQL';
      files.set(`load-${database}-${group}.svg`, plot(`${titles[group] ?? group} on ${name}`, lines));
    }
  }
  return files;
}

const microseconds = (rate: number): number => 1e6 / Math.max(rate, 0.1);

function linesOf(sections: readonly Section[], group: string): Line[] {
  const inOrder = [...sections].sort((one, other) => one.posts - other.posts);
  const byRow = new Map<string, [number, number][]>();
  const yardsticks = new Map<string, [number, number][]>();
  const add = (to: Map<string, [number, number][]>, name: string, point: [number, number]) =>
    to.set(name, [...(to.get(name) ?? []), point]);
  for (const { posts, figures } of inOrder) {
    const [first, ...others] = figures.filter(({ row }) => row.group === group);
    for (const { row, rate } of first ? [first, ...others] : [])
      add(byRow, row.says, [posts, microseconds(rate)]);
    if (first) add(yardsticks, first.row.yardstick, [posts, microseconds(first.yardstickRate)]);
  }
  return [
    ...[...byRow].map(([name, points]) => ({ name, points })),
    ...[...yardsticks].map(([name, points]) => ({ name, points, isYardstick: true })),
  ];
}
