/** What other features may use of pictures. */

export { isPicture, pictureFault } from './picture-type.ts';
export { isRefusal, isRetryable, sleep, uploadFailureText } from './sending.ts';
export { galleryPictureFault, uploadGalleryPicture } from './upload-gallery-picture.ts';
export { uploadPicture } from './upload-picture.ts';
