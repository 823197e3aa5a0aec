import { Fragment, type ReactNode } from 'react';

/** Words that break behind a low line, as usernames have them, before they break anywhere: `new_` and `neighbour`. */
export const breakable = (text: string): ReactNode =>
  text.split(/(?<=_)/).map((part, index) =>
    index === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a word never change places
      <Fragment key={index}>
        <wbr />
        {part}
      </Fragment>
    ),
  );
