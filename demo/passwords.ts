import { randomInt } from 'node:crypto';

const words =
  'Amber Anchor Apple Aurora Birch Blossom Breeze Candle Cedar Cherry Clover Copper Coral Cosmos Dune Ember Falcon Fern Forest Garnet Ginger Harbor Hazel Heron Honey Indigo Island Ivory Jasmine Juniper Lantern Lemon Linden Maple Marble Meadow Mint Mosaic Nectar Oak Olive Opal Orchid Pebble Pepper Pine Plum Poppy Quartz Raven River Saffron Sage Silver Sparrow Spruce Summer Thistle Tulip Velvet Violet Walnut Willow Winter'.split(
    ' ',
  );

/** A password by chance that is easy to type: `Amber-Willow-River-4821`. */
export function chancePassword(): string {
  const word = () => words[randomInt(words.length)];
  return `${word()}-${word()}-${word()}-${randomInt(1000, 10_000)}`;
}
