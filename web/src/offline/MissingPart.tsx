import { useTexts } from '../i18n/language.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { useNewBuild } from './new-build.ts';

/** Stands where a part of the app could not be loaded: for want of a network, or because it went with an update. */
export function MissingPart() {
  const { t } = useTexts();
  const isUpdated = useNewBuild();
  return (
    <ErrorState
      message={t(isUpdated ? 'shell.updateTitle' : 'shell.brokenTitle')}
      detail={t(isUpdated ? 'shell.updateNeeded' : 'shell.brokenText')}
      onRetry={() => location.reload()}
    />
  );
}
