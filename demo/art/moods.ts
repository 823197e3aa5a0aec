/** The colours of an hour and a season. */
export interface Mood {
  /** From the top down to the horizon. */
  readonly sky: readonly [string, string, string];
  /** Sun or moon. */
  readonly light: string;
  /** Land far away, in the haze, and close by. */
  readonly far: string;
  readonly near: string;
  readonly water: string;
  readonly accent: string;
  readonly dark: boolean;
}

export const moods = {
  dawn: {
    sky: ['#5a6a9e', '#d79fb0', '#ffe0bd'],
    light: '#fff4dc',
    far: '#d8b0bb',
    near: '#43385a',
    water: '#a79cc0',
    accent: '#f28f6b',
    dark: false,
  },
  golden: {
    sky: ['#7fb0cf', '#f8cf95', '#fff0d0'],
    light: '#fffbea',
    far: '#e9bf8d',
    near: '#55492a',
    water: '#d3a978',
    accent: '#d9643a',
    dark: false,
  },
  noon: {
    sky: ['#2f86c9', '#8fcbec', '#eaf7fb'],
    light: '#ffffff',
    far: '#a8cfd6',
    near: '#2f6644',
    water: '#3f9dc0',
    accent: '#e8503a',
    dark: false,
  },
  dusk: {
    sky: ['#23265a', '#93507f', '#ff9f70'],
    light: '#ffd692',
    far: '#86587f',
    near: '#1c1733',
    water: '#6d4a7c',
    accent: '#ff7a59',
    dark: true,
  },
  night: {
    sky: ['#070c22', '#15244e', '#3a4d80'],
    light: '#f6f2dd',
    far: '#26355e',
    near: '#070a16',
    water: '#16274f',
    accent: '#ffc46b',
    dark: true,
  },
  autumn: {
    sky: ['#93b4c4', '#ead7b8', '#fbeed8'],
    light: '#fff6df',
    far: '#dcae7a',
    near: '#6f3219',
    water: '#a99a7c',
    accent: '#d8541f',
    dark: false,
  },
  winter: {
    sky: ['#8fb0d2', '#d5e2ef', '#fdf4ec'],
    light: '#ffffff',
    far: '#c9d6e6',
    near: '#7f97b4',
    water: '#a8c0d8',
    accent: '#c9414f',
    dark: false,
  },
  spring: {
    sky: ['#78bde6', '#c9e7f0', '#fef5ee'],
    light: '#fffef4',
    far: '#bcdab4',
    near: '#3d7d47',
    water: '#7fc0c8',
    accent: '#f08cab',
    dark: false,
  },
} as const satisfies Record<string, Mood>;

export type MoodName = keyof typeof moods;
