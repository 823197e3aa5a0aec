import type { numbersEndpoints } from '@duet/contract/numbers/endpoints';
import type { Handlers } from '../platform/http/handler.ts';
import { siteFigures } from './site.ts';

export const numbersHandlers: Handlers<typeof numbersEndpoints> = {
  'numbers.site': async (context) => ({ data: { numbers: await siteFigures(context) } }),
};
