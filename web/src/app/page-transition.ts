import { createAnimation } from '@ionic/react';

interface TransitionOptions {
  readonly enteringEl: HTMLElement;
  readonly leavingEl?: HTMLElement;
  readonly direction?: 'forward' | 'back';
}

const durationMs = 220;
const easing = 'cubic-bezier(0.2, 0.7, 0.2, 1)';

/** A page comes in from the side that it lies on, and lets the former one fade behind it. */
export function pageTransition(_: HTMLElement, { enteringEl, leavingEl, direction }: TransitionOptions) {
  const back = direction === 'back';
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const all = createAnimation()
    .duration(still ? 0 : durationMs)
    .easing(easing);
  const entering = createAnimation()
    .addElement(enteringEl)
    .beforeRemoveClass('ion-page-invisible')
    .fromTo('transform', `translateX(${back ? '-12%' : '32%'})`, 'translateX(0)')
    .fromTo('opacity', back ? '0.6' : '0', '1')
    .afterClearStyles(['transform', 'opacity']);
  all.addAnimation(entering);
  if (leavingEl) {
    const leaving = createAnimation()
      .addElement(leavingEl)
      .fromTo('transform', 'translateX(0)', `translateX(${back ? '32%' : '-12%'})`)
      .fromTo('opacity', '1', back ? '0' : '0.6')
      .afterClearStyles(['transform', 'opacity']);
    all.addAnimation(leaving);
  }
  return all;
}
