import type { Up } from './migration.ts';

/** Which smaller sizes a picture has, as widths: `320,640,1280`. Pictures from before have none. */
export const up: Up = async ({ run }) => {
  await run("alter table media add column source_widths text not null default ''");
};
