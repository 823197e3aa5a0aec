import type { mediaEndpoints } from '@duet/contract/media/endpoints';
import type { Handlers } from '../platform/http/handler.ts';
import { setProfilePicture } from './profile-picture.ts';
import { uploadGalleryImage, uploadImage, uploadImageBase64 } from './upload-image.ts';

export const mediaHandlers: Handlers<typeof mediaEndpoints> = {
  'media.uploadImage': async (context, { request, viewer }) => ({
    data: { file: await uploadImage(context, request, viewer) },
  }),
  'media.uploadImageBase64': async (context, { body, viewer }) => ({
    data: { file: await uploadImageBase64(context, viewer, body) },
  }),
  'media.uploadGalleryImage': async (context, { request, viewer }) => ({
    data: { file: await uploadGalleryImage(context, request, viewer) },
  }),
  'media.profilePicture': async (context, { body, viewer }) => {
    const file = await setProfilePicture(context, viewer.id, body);
    return { data: { url: file.url, file } };
  },
};
