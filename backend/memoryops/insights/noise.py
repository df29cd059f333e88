"""Alert noise: what fired, and what nobody ever acted on."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from memoryops.insights.counted import AlertNoise, NoisyAlert, Share, TableFields
from memoryops.insights.firing_sheets import AlertCount
from memoryops.insights.history import AlertName
from memoryops.insights.period import Period

SAYS = (
    "Firings that began in the period, by alert. One was acted on when it was acknowledged at its source or here, or "
    "belongs to an incident that a person confirmed: not one left in triage, deleted, or resolved as a false alarm. "
    "It does not say that an ignored alert was useless: somebody may have looked and decided to wait."
)


def noisiest(alerts: Iterable[AlertCount]) -> list[AlertCount]:
    """The alerts, the one with the most ignored firings first."""
    return sorted(alerts, key=lambda alert: (-alert.ignored, -alert.fired, str(alert.pk), alert.service or ""))


def noisy_alert(alert: AlertCount, name: AlertName, last_fired_at: datetime, period: Period) -> NoisyAlert:
    """One line of the table."""
    alert_id = f"ALR-{alert.pk}"

    def share(of: str, count: int) -> Share:
        return Share(count=count, rows=period.rows("/insights/rows", of=of, alert=alert_id, service=alert.service))

    return NoisyAlert(
        source=name.source,
        fingerprint=name.fingerprint,
        title=name.title,
        service=alert.service,
        fired=share("firings", alert.fired),
        acted_on=share("acted_on", alert.acted_on),
        ignored=share("ignored", alert.ignored),
        ignored_share=round(alert.ignored / alert.fired, 4),
        last_fired_at=last_fired_at,
        alert_id=alert_id,
    )


def alert_noise(fields: TableFields, sums: Mapping[str, Share]) -> AlertNoise:
    """The table with the sums over all alerts."""
    fired, ignored = sums["firings"], sums["ignored"]
    return AlertNoise(
        **fields,
        fired=fired,
        acknowledged=sums["acknowledged"],
        attached=sums["attached"],
        ignored=ignored,
        ignored_share=round(ignored.count / fired.count, 4) if fired.count else None,
    )


def noise_sums(alerts: Sequence[AlertCount], period: Period) -> dict[str, Share]:
    """The firings of all alerts, and how many of them were acknowledged, attached, ignored."""
    sums = {
        "firings": sum(alert.fired for alert in alerts),
        "acknowledged": sum(alert.acknowledged for alert in alerts),
        "attached": sum(alert.attached for alert in alerts),
        "ignored": sum(alert.ignored for alert in alerts),
    }
    return {of: Share(count=count, rows=period.rows("/insights/rows", of=of)) for of, count in sums.items()}
