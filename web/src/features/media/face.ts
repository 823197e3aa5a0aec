/** What other features may use of pictures. */
export { mayRetry, sleep, uploadFailureText } from './sending.ts';
export { galleryPictureFault, uploadGalleryPicture } from './upload-gallery-picture.ts';
export { pictureFault, uploadPicture } from './upload-picture.ts';
