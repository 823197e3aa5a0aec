import { defineConfig } from 'vitest/config';

/** Tests of the project's own rules: what may import what, what stands where, what must stand twice. */
export default defineConfig({ test: { name: 'structure', include: ['**/*.test.ts'], isolate: false } });
