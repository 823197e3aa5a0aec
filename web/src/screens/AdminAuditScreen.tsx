import { AuditLog, useAudit } from '../features/audit/index.ts';
import { useTexts } from '../i18n/language.ts';
import { Page } from '../ui/Page.tsx';

/** /admin/audit */
export default function AdminAuditScreen() {
  const { t } = useTexts();
  const audit = useAudit();
  return (
    <Page title={t('audit.title')} back width="wide" onRefresh={audit.lines.refetch}>
      <AuditLog audit={audit} />
    </Page>
  );
}
