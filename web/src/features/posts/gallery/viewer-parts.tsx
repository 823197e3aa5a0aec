import { createContext, startTransition, useContext, useEffect, useState } from 'react';
import { type ComponentProps, createModule, type Plugin } from 'yet-another-react-lightbox';
import { grown } from './grow.ts';

/** What the viewer is put up of, in this order: the picture that was opened stands alone until its tools are there. */
const parts = ['opened', 'frame', 'slide', 'tools', 'neighbours'] as const;
export type HasPart = (part: (typeof parts)[number]) => boolean;

/**
 * Which parts are there. Each waits for the one before to be drawn, and all but the first for the picture to have grown from
 * its tile: together they would keep a slow phone from answering, and from drawing the motion.
 */
export function useParts(): HasPart {
  const [count, setCount] = useState(1);
  useEffect(() => {
    let gone = false;
    if (count < parts.length) void grown().then(() => gone || startTransition(() => setCount(count + 1)));
    return () => {
      gone = true;
    };
  }, [count]);
  return (part) => parts.indexOf(part) < count;
}

/** Whether the lightbox may have its slide. */
export const SlideContext = createContext(false);

const OnceMeasured = ({ children }: ComponentProps) => (useContext(SlideContext) ? children : null);

/**
 * Keeps the lightbox empty where it measures itself: what it renders then, it renders in one go before anything is drawn,
 * however long that takes. Comes after the other plugins, so that it is around what they add.
 */
export const inParts: Plugin = ({ addModule }) => addModule(createModule('once-measured', OnceMeasured));
