import { lazy, type ReactNode, Suspense, useState } from 'react';
import { canBeCropped } from './photo-crop.ts';

const CropPhoto = lazy(() => import('./CropPhoto.tsx'));

interface Question {
  readonly file: File;
  readonly answer: (photo: File | null) => void;
}

interface PhotoCrop {
  /** The square that the person chooses of a picture; the picture itself where there is nothing to choose; or null. */
  readonly crop: (file: File) => Promise<File | null>;
  /** To be shown somewhere. */
  readonly dialog: ReactNode;
}

/** Asks for the part of a picture that becomes a profile photo. */
export function usePhotoCrop(): PhotoCrop {
  const [question, setQuestion] = useState<Question | null>(null);

  async function crop(file: File): Promise<File | null> {
    if (!(await canBeCropped(file))) return file;
    return new Promise((resolve) => {
      setQuestion({
        file,
        answer: (photo) => {
          setQuestion(null);
          resolve(photo);
        },
      });
    });
  }

  return {
    crop,
    dialog: question && (
      <Suspense fallback={null}>
        <CropPhoto file={question.file} onChosen={question.answer} />
      </Suspense>
    ),
  };
}
