/** What screens may use of this device's notifications. */

export { type DeviceState, turnOff, turnOn, useDeviceState } from './this-device.ts';
