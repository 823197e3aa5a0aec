/** Where the manifest lets phones send shared pictures, and where they wait for the page (device/shared-files.ts). */
const path = '/share-target';
const sharedCache = 'duet-shared';
const leftOutKey = `${path}/left-out`;

/** What waits at most; a page of another site can send as much as it likes. */
const mostPictures = 50;
const mostBytes = 250 * 1024 * 1024;
const waitsMs = 60 * 60 * 1000;

/** Whether the phone hands over what a person shared with the installed app. */
export const isShare = (request: Pick<Request, 'method'>, { pathname }: Pick<URL, 'pathname'>): boolean =>
  request.method === 'POST' && pathname === path;

/**
 * Whether the page of another site has sent it. Its `Sec-Fetch-Site` and `Origin` are added behind a service worker, which
 * sees the referrer only, and a page may hide that: the form asks before anything is used in any case.
 */
const isForeign = ({ referrer }: Pick<Request, 'referrer'>): boolean =>
  /^https?:/.test(referrer) && new URL(referrer).origin !== location.origin;

const isPicture = (value: FormDataEntryValue): value is File =>
  value instanceof File && value.size > 0 && /^image\/|\.hei[cf]$/i.test(value.type || value.name);

let keeping: Promise<unknown> = Promise.resolve();

/**
 * Puts shared pictures aside, beside those that wait already, and opens the form of a new gallery, which asks whether to
 * take them. They never leave the device here: who is no admin is sent away by the page's guard, and what nobody takes
 * within an hour is thrown away.
 */
export async function receiveShare(request: Request): Promise<Response> {
  if (isForeign(request)) return Response.redirect('/home', 303);
  const pictures = (await request.formData()).getAll('pictures').filter(isPicture);
  // Two at once would count the same room twice.
  const kept = keeping.then(() => keepWaiting(pictures));
  keeping = kept.catch(() => undefined);
  await kept;
  return Response.redirect('/new/gallery', 303);
}

async function keepWaiting(pictures: readonly File[]): Promise<void> {
  await removeOldShares();
  const waiting = await caches.open(sharedCache);
  const kept = await sizesOf(waiting);
  let count = kept.length;
  let bytes = kept.reduce((sum, size) => sum + size, 0);
  let leftOut = 0;
  const at = Date.now();
  for (const picture of pictures) {
    const fits = count < mostPictures && bytes + picture.size <= mostBytes;
    if (!fits || !(await put(waiting, `${path}/${crypto.randomUUID()}`, picture, at))) {
      leftOut += 1;
      continue;
    }
    count += 1;
    bytes += picture.size;
  }
  if (leftOut > 0) await put(waiting, leftOutKey, new File([String(leftOut)], ''), at);
}

/** The sizes of the pictures that wait. */
async function sizesOf(waiting: Cache): Promise<number[]> {
  const requests = (await waiting.keys()).filter(({ url }) => new URL(url).pathname !== leftOutKey);
  const responses = await Promise.all(requests.map((request) => waiting.match(request)));
  return responses.map((response) => Number(response?.headers.get('X-Size') ?? 0));
}

/** Answers false where the device has no room. */
function put(waiting: Cache, key: string, file: File, at: number): Promise<boolean> {
  const headers = {
    'Content-Type': file.type,
    'X-File-Name': encodeURIComponent(file.name),
    'X-Size': String(file.size),
    'X-Shared-At': String(at),
  };
  return waiting.put(key, new Response(file, { headers })).then(
    () => true,
    () => false,
  );
}

/** Throws away what nobody has taken in time. */
export async function removeOldShares(): Promise<void> {
  if (!(await caches.has(sharedCache))) return;
  const waiting = await caches.open(sharedCache);
  for (const request of await waiting.keys()) {
    const sharedAt = Number((await waiting.match(request))?.headers.get('X-Shared-At'));
    if (!(Date.now() - sharedAt < waitsMs)) await waiting.delete(request);
  }
}
