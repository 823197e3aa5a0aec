/** What others may use of notifications. All of it is on the first page, so it is little. */

export { type DeviceState, followSession, turnOff, turnOn, useDeviceState } from './this-device.ts';
export { useOpenedNotifications } from './use-opened.ts';
