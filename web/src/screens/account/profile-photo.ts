import { limits } from '@duet/contract/limits';
import { useState } from 'react';
import { failureText, isTransient } from '../../api/failure.ts';
import { isMobile } from '../../device/mobile.ts';
import { isPicture } from '../../features/media/index.ts';
import { type PlainKey, t } from '../../i18n/language.ts';
import { callAs } from '../../session/call-as.ts';
import { refreshUser, updateUser, useUser } from '../../session/session.ts';
import { useToast } from '../../ui/toast.ts';

type PhotoSource = 'camera' | 'library';

const failedTexts = {
  camera: 'profile.photoCaptureFailed',
  library: 'profile.photoSelectFailed',
} as const satisfies Record<PhotoSource, PlainKey>;

/** Why a file cannot be a profile photo (product.md §5), or null. */
export function photoFault(file: Pick<File, 'type' | 'name' | 'size'>): PlainKey | null {
  if (!isPicture(file)) return 'profile.photoNotImage';
  return file.size < limits.image.profileBytes ? null : 'profile.photoTooLarge';
}

function asDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error));
    reader.readAsDataURL(file);
  });
}

async function upload(file: File, imageData: string, userId: string): Promise<void> {
  const { data } = await callAs(userId, 'media.profilePicture', {
    body: { imageData, fileName: file.name, fileType: file.type, userId },
    timeoutMs: isMobile() ? limits.request.mobileUploadTimeoutMs : null,
  });
  updateUser(userId, { profilePictureUrl: data.url });
}

/**
 * Checks and uploads a picked photo, and says in a toast why it did not work. `save` answers whether it did.
 *
 * @param crop Gives the part of a picture that is wanted, or null where the person went back.
 */
export function useProfilePhoto(crop: (file: File) => Promise<File | null>) {
  const toast = useToast();
  const userId = useUser()?._id ?? '';
  const [uploading, setUploading] = useState(false);

  async function read(file: File, source: PhotoSource): Promise<string | null> {
    try {
      return await asDataUrl(file);
    } catch {
      toast.error(t(failedTexts[source]));
      return null;
    }
  }

  /** Saves what the phone's own camera or library gives; nothing where the person went back. */
  async function saveFrom(photo: () => Promise<File | null>, source: PhotoSource): Promise<boolean> {
    try {
      const file = await photo();
      return file !== null && (await save(file, source));
    } catch {
      toast.error(t(failedTexts[source]));
      return false;
    }
  }

  async function save(picked: File, source: PhotoSource): Promise<boolean> {
    const fault = photoFault(picked);
    if (fault) {
      toast.error(t(fault));
      return false;
    }
    const file = await crop(picked);
    if (file === null) return false;
    const imageData = await read(file, source);
    if (imageData === null) return false;
    setUploading(true);
    try {
      await upload(file, imageData, userId);
      toast.success(t('profile.photoSaved'));
      return true;
    } catch (error) {
      toast.error(failureText(error, t('profile.photoFailed')));
      // The server may have it: its answer was lost.
      if (isTransient(error)) void refreshUser();
      return false;
    } finally {
      setUploading(false);
    }
  }

  return { uploading, save, saveFrom };
}
