import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { XmlDocument, type XmlLibError, XsdValidator } from 'libxml2-wasm';

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

const atom = XsdValidator.fromDoc(XmlDocument.fromString(read('atom.xsd')));

const ajv = new Ajv({ allErrors: true, strict: true, strictRequired: false });
addFormats.default(ajv);
const json = ajv.compile(JSON.parse(read('json-feed.schema.json')));

/** What libxml2 finds wrong in a feed: as XML, and by atom.xsd (RFC 4287). Empty where it is valid. */
export function faultsOfAtom(feed: string): readonly string[] {
  try {
    using document = XmlDocument.fromString(feed);
    atom.validate(document);
    return [];
  } catch (error) {
    return (error as XmlLibError).details.map(({ message }) => message.trim());
  }
}

/** What Ajv finds wrong in a feed by json-feed.schema.json (JSON Feed 1.1). Empty where it is valid. */
export function faultsOfJsonFeed(feed: unknown): readonly string[] {
  json(feed);
  const faults = (json.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  const ids = (feed as { items?: { id?: string }[] }).items?.map(({ id }) => id) ?? [];
  return new Set(ids).size < ids.length ? [...faults, '/items ids are not unique'] : faults;
}
