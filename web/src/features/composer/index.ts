/** What screens and other features may use of the composer. */
export { EditAbout } from './about/EditAbout.tsx';
export { EditPost } from './EditPost.tsx';
export { NewGallery } from './gallery/NewGallery.tsx';
export { NewRichText } from './text/NewRichText.tsx';
export { NewVideo } from './video/NewVideo.tsx';
