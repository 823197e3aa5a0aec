import type { BrowserContext } from '@playwright/test';

const { DUET_E2E_LATE_RENDERS: lateness } = process.env;

/**
 * Holds every render of the app's pages up to so many ms, where DUET_E2E_LATE_RENDERS says so: what a test saw half done, and
 * took for done, is then half done for longer. React asks for a render by a message to itself that says nothing.
 */
export async function holdRenders(context: BrowserContext): Promise<void> {
  if (!lateness) return;
  await context.addInitScript((ms) => {
    const { postMessage } = MessagePort.prototype;
    // Not of `page.clock`, which may stand still.
    const later = setTimeout;
    Object.assign(MessagePort.prototype, {
      postMessage(this: MessagePort, ...words: [unknown, StructuredSerializeOptions?]) {
        const send = () => postMessage.apply(this, words);
        if (words[0] === null) later(send, Math.random() * ms);
        else send();
      },
    });
  }, Number(lateness));
}
