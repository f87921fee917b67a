// SPDX-License-Identifier: GPL-3.0-or-later
// Which variants to run: check boxes in two columns for the seven, one line each below for the user's own, which can be taken away
// again. One that cannot run on this machine for this workload is greyed and says why in its tooltip, every reason of it.
// GUI thread only.
#pragma once

#include "profiler/recording/recorder.h"
#include "ui/run/custom_variants.h"

#include <QHash>
#include <QWidget>

class QCheckBox;
class QVBoxLayout;

namespace attnscope {

class VariantChecks : public QWidget {
    Q_OBJECT
public:
    explicit VariantChecks(QWidget* parent = nullptr);

    /// Names in the fixed order, those that are checked and can run.
    [[nodiscard]] std::vector<std::string> chosen() const;
    /// The user's own that are checked and can run.
    [[nodiscard]] std::vector<CustomVariant> chosenCustom() const;
    /// All of the user's own, checked or not.
    [[nodiscard]] std::vector<CustomVariant> custom() const;
    /// Replaces the user's own; tells nobody.
    void setCustom(std::vector<CustomEntry> entries);
    /// Both remember and tell. Precondition of the first: its name is not taken.
    void addCustom(const CustomVariant& variant);
    void removeCustom(const QString& name);
    void openAddDialog();

    /// Greys what cannot run; what can is enabled again.
    void setAvailability(const std::vector<VariantAvailability>& variants);
    [[nodiscard]] QCheckBox* box(const QString& name) const { return m_boxes.value(name); }

signals:
    void changed();
    void customChanged(); ///< one was added or taken away

private:
    void rebuildCustom();
    void replaceCustom(std::vector<CustomEntry> entries); ///< remembers and tells
    [[nodiscard]] bool isChosen(const QString& name) const;
    [[nodiscard]] QString hintOf(const QString& name) const;

    QHash<QString, QCheckBox*> m_boxes;
    std::vector<CustomEntry> m_custom;
    QVBoxLayout* m_customRows;
};

} // namespace attnscope
