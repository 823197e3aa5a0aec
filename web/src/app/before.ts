// What runs before the app's own script, in one file, so that it takes one of the few requests that a browser has under way at once.
// The policies are first: whatever comes after meets them.
import '../security/policies.ts';
import './early.ts';
