/** Where the manifest lets phones send shared pictures, and where they wait for the page (device/shared-files.ts). */
const path = '/share-target';
const sharedCache = 'duet-shared';

/** Whether the phone hands over what a person shared with the installed app. */
export const isShare = (request: Pick<Request, 'method'>, { pathname }: Pick<URL, 'pathname'>): boolean =>
  request.method === 'POST' && pathname === path;

/**
 * Puts shared pictures aside and opens the form of a new gallery, which takes them. They never leave the device here:
 * who is no admin is sent away by the page's guard, and what nobody takes within an hour is thrown away.
 */
export async function receiveShare(request: Request): Promise<Response> {
  const form = await request.formData();
  const pictures = form
    .getAll('pictures')
    .filter((value) => value instanceof File && value.size > 0) as File[];
  await caches.delete(sharedCache);
  const waiting = await caches.open(sharedCache);
  const at = String(Date.now());
  await Promise.all(
    pictures.map((picture, index) =>
      waiting.put(
        `${path}/${index}`,
        new Response(picture, {
          headers: {
            'Content-Type': picture.type,
            'X-File-Name': encodeURIComponent(picture.name),
            'X-Shared-At': at,
          },
        }),
      ),
    ),
  );
  return Response.redirect('/new/gallery', 303);
}
