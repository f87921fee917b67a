// SPDX-License-Identifier: GPL-3.0-or-later
// A whole number in the workload form: right-aligned, thousands grouped while it is not edited, checked as the user types. What is
// wrong with it stands under the field. GUI thread only.
#pragma once

#include <QLineEdit>

#include <cstdint>
#include <optional>

namespace attnscope {

class NumberField : public QLineEdit {
    Q_OBJECT
public:
    NumberField(std::int64_t value, const QString& accessibleName, QWidget* parent = nullptr);

    /// Empty when the text is no whole number.
    [[nodiscard]] std::optional<std::int64_t> value() const;
    void setValue(std::int64_t value);
    /// Empty: nothing is wrong.
    void setProblem(const QString& problem);

protected:
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

signals:
    void valueEdited(); ///< by the user
};

} // namespace attnscope
