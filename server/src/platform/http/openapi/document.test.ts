import type { Endpoint } from '@duet/contract/endpoint';
import { fillPath } from '@duet/contract/endpoint';
import { endpoints } from '@duet/contract/endpoints';
import { errorCatalogue } from '@duet/contract/errors';
import { tokenScopeOf } from '@duet/contract/token-scope';
import { describe, expect, it } from 'vitest';
import { apiMarkdown } from './api-markdown.ts';
import { openApi } from './document.ts';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters: readonly {
    name: string;
    in: string;
    required: boolean;
    schema: { enum?: string[] };
  }[];
  readonly requestBody?: { content: Readonly<Record<string, { schema: object }>> };
  readonly responses: Readonly<Record<string, { description: string; content: object }>>;
  readonly security: readonly object[];
}

const document = JSON.parse(JSON.stringify(openApi(endpoints))) as {
  openapi: string;
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

const actionsOf = ({ parameters }: Operation): readonly string[] | undefined =>
  parameters.find(({ name }) => name === 'action')?.schema.enum;

describe('the OpenAPI document', () => {
  it('has every row once', () => {
    expect(document.openapi).toBe('3.1.0');
    const called = operations.flatMap(({ path, method, operation }) =>
      (actionsOf(operation) ?? [null]).map(
        (action) => `${method.toUpperCase()} ${path}${action === null ? '' : `?action=${action}`}`,
      ),
    );
    const rows = Object.values(endpoints).filter(({ path }) => path !== '/api/posts/');
    expect(called.toSorted()).toEqual(rows.map(({ method, path }) => `${method} ${path}`).toSorted());
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(operations.map((each) => [`${each.method} ${each.path}`, each] as const))(
    'is whole for %s',
    (_name, each) => {
      const { path, operation } = each;
      const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
      expect(inPath.map((parameter) => `{${parameter.name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
      expect(inPath.every((parameter) => parameter.required)).toBe(true);
      expect(operation.summary).toMatch(/^[A-Z].*\.$/s);
      expect(Object.keys(operation.responses)).toContain('200');
      for (const [status, { description }] of Object.entries(operation.responses)) {
        if (status === '200') continue;
        for (const code of description.split(', ')) {
          expect(errorCatalogue[code as keyof typeof errorCatalogue].status).toBe(Number(status));
        }
      }
    },
  );

  it('asks for a token where a row does, and names the scope of a personal one', () => {
    for (const { path, method, operation } of operations) {
      const row = Object.values<Endpoint>(endpoints).find(
        (one) => one.method.toLowerCase() === method && one.path.split('?', 1)[0] === path,
      );
      if (!row) throw new Error(`${path} has no row`);
      const scope = tokenScopeOf(row);
      expect(operation.security).toEqual([
        ...(row.access === 'anyone' ? [{}] : []),
        { token: [] },
        ...(scope ? [{ personalToken: [scope] }] : []),
      ]);
      expect('401' in operation.responses).toBe(true);
      expect(operation.responses['401']?.description.includes('SIGN_IN_REQUIRED')).toBe(!row.openToGuests);
    }
  });
});

describe('docs/api.md', () => {
  it('has a section for every row and every failure', () => {
    const text = apiMarkdown(endpoints);
    for (const row of Object.values(endpoints)) expect(text).toContain(`### ${row.method} ${row.path}\n`);
    for (const code of Object.keys(errorCatalogue)) expect(text).toContain(`| \`${code}\` |`);
  });
});

it('fills paths with encoded values', () => {
  expect(fillPath('/api/posts/{id}', { id: 'a/b' })).toBe('/api/posts/a%2Fb');
});
