/** What other features may use of pictures. */
export { pictureFault, uploadFailureText, uploadPicture } from './upload-picture.ts';
