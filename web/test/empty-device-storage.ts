// Test files share their modules: what one has kept on the device must not be there for the next.
import { afterAll } from 'vitest';
import { deviceStorage } from '../src/device/storage.ts';

afterAll(() => {
  for (const key of deviceStorage.keys('')) deviceStorage.remove(key);
});
