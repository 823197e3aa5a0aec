import { expect, it, vi } from 'vitest';

const takePhoto = vi.fn<(options: object) => Promise<object>>();
vi.mock('@capacitor/camera', () => ({ Camera: { takePhoto } }));
const { capacitorNative } = await import('./capacitor.ts');
const { profileCamera } = await import('./native.ts');

it('takes a profile photo with quality 66, 250 px wide [NAT-08, NAT-09]', async () => {
  expect(profileCamera).toEqual({ quality: 66, width: 250 });
  takePhoto.mockResolvedValue({ webPath: 'data:image/jpeg;base64,/9j/' });
  const file = await capacitorNative.takePhoto(profileCamera);
  expect(takePhoto).toHaveBeenCalledWith({ quality: 66, targetWidth: 250, targetHeight: 1000 });
  expect([file?.type, file?.name]).toEqual(['image/jpeg', 'photo.jpeg']);
});

it('answers nothing where the person goes back, and throws where the camera fails', async () => {
  takePhoto.mockRejectedValue(Object.assign(new Error(), { code: 'OS-PLUG-CAMR-0006' }));
  expect(await capacitorNative.takePhoto(profileCamera)).toBeNull();
  takePhoto.mockRejectedValue(Object.assign(new Error('no access'), { code: 'OS-PLUG-CAMR-0003' }));
  await expect(capacitorNative.takePhoto(profileCamera)).rejects.toThrow('no access');
});
