let viewer: typeof import('./GalleryViewer.tsx') | undefined;

/** The code of the viewer, which comes when somebody is likely to open a picture. */
export const loadViewer = async () => {
  viewer = await import('./GalleryViewer.tsx');
  return viewer;
};

/** What has come of it. */
export const loadedViewer = () => viewer;
