"""Alert noise: what fired, and what nobody ever acted on."""

from collections.abc import Mapping

from memoryops.insights.counted import AlertNoise, NoisyAlert, Share, TableFields
from memoryops.insights.facts import AlertFact, Facts
from memoryops.insights.period import Period

SAYS = (
    "Firings that began in the period, by alert. One was acted on when it was acknowledged at its source or here, or "
    "belongs to an incident that a person confirmed: not one left in triage, deleted, or resolved as a false alarm. "
    "It does not say that an ignored alert was useless: somebody may have looked and decided to wait."
)


def noisiest(facts: Facts) -> list[AlertFact]:
    """The alerts, the one with the most ignored firings first."""
    return sorted(facts.alerts, key=lambda alert: (-alert.ignored, -alert.fired, alert.alert_id, alert.service or ""))


def noisy_alert(alert: AlertFact, period: Period) -> NoisyAlert:
    """One line of the table."""

    def share(of: str, count: int) -> Share:
        return Share(
            count=count, rows=period.rows("/insights/rows", of=of, alert=alert.alert_id, service=alert.service)
        )

    return NoisyAlert(
        source=alert.source,
        fingerprint=alert.fingerprint,
        title=alert.title,
        service=alert.service,
        fired=share("firings", alert.fired),
        acted_on=share("acted_on", alert.acted_on),
        ignored=share("ignored", alert.ignored),
        ignored_share=round(alert.ignored / alert.fired, 4),
        last_fired_at=alert.last_fired_at,
        alert_id=alert.alert_id,
    )


def alert_noise(fields: TableFields, sums: Mapping[str, Share], period: Period) -> AlertNoise:
    """The table with the sums over all alerts."""
    fired, ignored = sums["firings"], sums["ignored"]
    fields["items"] = [noisy_alert(alert, period) for alert in fields["items"]]
    return AlertNoise(
        **fields,
        fired=fired,
        acknowledged=sums["acknowledged"],
        attached=sums["attached"],
        ignored=ignored,
        ignored_share=round(ignored.count / fired.count, 4) if fired.count else None,
    )


def noise_sums(facts: Facts, period: Period) -> dict[str, Share]:
    """The firings of all alerts, and how many of them were acknowledged, attached, ignored."""
    sums = {
        "firings": sum(alert.fired for alert in facts.alerts),
        "acknowledged": sum(alert.acknowledged for alert in facts.alerts),
        "attached": sum(alert.attached for alert in facts.alerts),
        "ignored": sum(alert.ignored for alert in facts.alerts),
    }
    return {of: Share(count=count, rows=period.rows("/insights/rows", of=of)) for of, count in sums.items()}
